-- Which browsers get push messages: what they are called, which session turned them on, and how they fare.
alter table push_subscriptions
  add column session_id text,
  add column name text not null default 'Browser',
  -- When a page was last opened there.
  add column seen_at timestamptz,
  -- When a push service last took a message for it.
  add column sent_at timestamptz,
  -- Since when every attempt failed, and how many those are.
  add column failing_since timestamptz,
  add column failures integer not null default 0;

-- A browser gets messages for as long as its person is active and the session that turned them on was not ended. A
-- session that only ran out is still on record. Those from before sessions were noted need any session of their person.
create view reached_browsers as
  select browser.id, browser.customer_id, browser.user_id, browser.endpoint, browser.sealed_keys, browser.created_at,
    browser.session_id, browser.name, browser.seen_at, browser.sent_at, browser.failing_since, browser.failures
  from push_subscriptions as browser
    join users on users.id = browser.user_id and users.is_active
  where exists (
    select from oidc_records as session
    where session.model = 'Session' and session.account_id = browser.user_id::text
      and (browser.session_id is null or session.uid = browser.session_id)
  );
