-- Each entry of the audit log, and of the evidence of delays, carries a code that only the server's key can make. An
-- entry without one was written before this, or by the version before.

alter table audit_log add column number bigint;
alter table audit_log add column mac text;

-- All evidence has one order besides the order within each delay: a delay that is removed as a whole leaves a gap.
alter table delay_evidence add column place bigint;
alter table delay_evidence add column mac text;
create index delay_evidence_place on delay_evidence (place) where place is not null;
