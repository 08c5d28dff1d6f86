-- A new e-mail address counts once its owner has confirmed it by a link that was sent there.

alter table account_links drop constraint account_links_purpose_check;

alter table account_links add column new_email text;

alter table account_links add constraint account_links_purpose_check
  check (purpose in ('invite', 'reset', 'email') and (purpose = 'email') = (new_email is not null));
