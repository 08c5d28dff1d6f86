-- A session that was ended is marked, and deleted an hour later: a request that was under way saves its session when it
-- is done, and would bring back one that is gone. Browsers of such a session get no more push messages.
create or replace view reached_browsers as
  select browser.id, browser.customer_id, browser.user_id, browser.endpoint, browser.sealed_keys, browser.created_at,
    browser.session_id, browser.name, browser.seen_at, browser.sent_at, browser.failing_since, browser.failures
  from push_subscriptions as browser
    join users on users.id = browser.user_id and users.is_active
  where exists (
    select from oidc_records as session
    where session.model = 'Session' and session.account_id = browser.user_id::text
      and session.consumed_at is null
      and (browser.session_id is null or session.uid = browser.session_id)
  );
