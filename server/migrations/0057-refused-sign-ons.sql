-- A stranger can begin a visit to an identity provider and post as many wrong responses to it as they like: how many of
-- them are read, and which are in the audit log forever, is decided here.
alter table sso_requests add column responses integer not null default 0;
alter table sso_requests add column refused_at timestamptz;
