-- What a device's clock says does not matter any more where it announces sessions; where it does not, its commands bear
-- times of its own clock.

alter table devices
  -- The random number that it announced last, and when we heard it: commands bear both.
  add column session text,
  add column session_heard_at timestamptz,
  -- How far its clock is ahead of ours; negative where it is behind, null where it never said.
  add column clock_ahead_ms bigint;

alter table device_commands
  -- By its own clock; `answered_at` is ours.
  add column device_answered_at timestamptz;
