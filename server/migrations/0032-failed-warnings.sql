-- A siren that failed its last warning looks well a minute later: that it failed stays until it has sounded again.

alter table devices
  add column failed_warning text,
  add column failed_warning_at timestamptz;
