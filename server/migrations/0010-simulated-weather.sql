-- What came of simulated weather is told apart, so that it is not shown once the simulated world is switched off.

alter table delays add column simulated boolean not null default false;

update delays set simulated = true
where exists (
  select from delay_evidence evidence
  where evidence.delay_id = delays.id
    and (evidence.facts ->> 'source' = 'simulated' or evidence.facts -> 'strike' ->> 'source' = 'simulated')
);

alter table delays alter column simulated drop default;

-- Until now values came from the simulated world alone.
alter table warnings add column simulated boolean not null default true;

alter table warnings alter column simulated drop default;
