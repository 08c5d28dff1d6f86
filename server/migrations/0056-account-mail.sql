-- Emails of the last hour that a person's account caused, whether or not they had a link: their number is limited, so
-- that nobody can fill a mailbox. A new address may be that of someone else, who gets no more of them from several
-- people than from one; only its hash is kept.
create table account_mail (
  user_id uuid not null references users on delete cascade,
  purpose text not null check (purpose in ('invite', 'reset', 'email')),
  recipient_hash text check ((purpose = 'email') = (recipient_hash is not null)),
  at timestamptz not null
);
create index account_mail_of_person on account_mail (user_id, purpose, at);
create index account_mail_to_recipient on account_mail (recipient_hash, at) where recipient_hash is not null;
create index account_mail_time on account_mail (at);
