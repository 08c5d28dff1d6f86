-- Strikes and coverage share one order. Appends come one after the other, so that whoever has read up to a position has
-- read everything before it, whichever process wrote it.

create sequence lightning_positions;

alter table strikes add column position bigint not null default nextval('lightning_positions');

create index strikes_position on strikes (position);

alter table coverage_spans add column position bigint not null default nextval('lightning_positions');

create index coverage_spans_position on coverage_spans (position);

-- Whether a strike is on record already is asked for every strike inside a ring.
create index delay_evidence_strike on delay_evidence (delay_id, (coalesce(facts -> 'strike' ->> 'id', facts ->> 'id')));
