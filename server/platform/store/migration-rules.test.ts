import { expect, test } from 'vitest'
import { contractingStatements, contractsBecause } from './migration-rules.ts'

test.each([
  ['drop table strikes;', 'drops a table'],
  ['alter table strikes drop column amp;', 'drops a column'],
  ['alter table strikes drop amp, add note text;', 'drops a column'],
  ['alter table strikes\n  rename column amp to amperes;', 'renames something'],
  ['alter table strikes rename to flashes;', 'renames something'],
  ['alter table strikes alter column amp type double precision;', 'changes the type'],
  ['alter table strikes alter column amp set not null;', 'demands a value'],
  ['alter table strikes alter column amp drop default;', 'takes a default away'],
  ['alter table strikes add constraint sane check (amp > 0);', 'adds a constraint'],
  ['alter table strikes add column speed real not null;', 'adds a column that demands a value'],
  ['create unique index one_each on strikes (id);', 'demands that rows differ'],
  ['drop function add_month;', 'drops a view, function, type or sequence'],
])('%s is a contracting change', (text, words) => {
  expect(contractingStatements(text)).toEqual([expect.stringContaining(words)])
})

test.each([
  'create table house (id int primary key, name text not null);',
  'create table house (id int);\nalter table house add constraint sane check (id > 0);\ncreate unique index x on house (id);',
  'alter table strikes add column note text;',
  "alter table strikes add column note text not null default '', add column other int;",
  "alter table strikes add column note text default '' not null;",
  'alter table strikes drop constraint sane;',
  'alter table strikes alter column amp drop not null;',
  'alter table strikes alter column amp set default 0;',
  'create index strikes_at on strikes (at);',
  'drop index strikes_at;',
  '-- drop table strikes;\nupdate strikes set amp = 0;',
])('%s is compatible with older versions', text => {
  expect(contractingStatements(text)).toEqual([])
})

test('a migration gives the reason why older versions cannot run alongside it', () => {
  expect(
    contractsBecause('-- About strikes.\n-- contracts: 0.3 was the last to read amp\ndrop table a;\n'),
  ).toBe('0.3 was the last to read amp')
  expect(contractsBecause('-- contracts:\ncreate table a (id int);\n')).toBeNull()
})
