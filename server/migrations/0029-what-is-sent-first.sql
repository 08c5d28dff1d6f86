-- What is most dangerous leaves first: 0 danger, 1 its end, 2 messages of administrators, 3 the rest. And by which term
-- of the keeper a message was taken up: what a process took up that is no longer the keeper is free at once.
alter table outbox
  add column priority smallint not null default 3 check (priority between 0 and 3),
  add column leased_by bigint;
update outbox set priority = case tone when 'danger' then 0 when 'clear' then 1 else 3 end where state = 'waiting';

drop index outbox_due;
create index outbox_due on outbox (channel, priority, next_attempt_at, id) where state = 'waiting';
create index outbox_expiring on outbox (expires_at) where state = 'waiting';
create index outbox_under_way on outbox (user_id) where leased_until is not null;
create index outbox_of_no_notification on outbox (settled_at) where notification_id is null;
