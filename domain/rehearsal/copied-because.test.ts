import { describe, expect, it } from 'vitest'
import { copiedBecause, type FolderMarks, type HouseMarks } from './copied-because.ts'

const outside: HouseMarks = {
  system: '7001',
  database: '16384',
  folder: null,
  address: 'https://a.example.org',
}
const folder: FolderMarks = { inode: '42', bornMs: 1000, path: '/srv/data' }
const inside: HouseMarks = { ...outside, folder }

describe('a deployment on its operator’s PostgreSQL', () => {
  it.each<[what: string, Partial<HouseMarks>, because: string | null]>([
    ['is where it was', {}, null],
    ['was restored to another server', { system: '7002' }, 'restored to another PostgreSQL server'],
    ['is another database there', { database: '16999' }, 'a copy made on the same PostgreSQL server'],
    ['has another address', { address: 'https://b.example.org' }, 'from https://a.example.org'],
    ['runs on a laptop', { address: 'http://localhost:8080' }, 'from https://a.example.org'],
    ['may not ask for its numbers', { system: null, database: null }, null],
  ])('that %s', (_, found, because) => {
    const reported = copiedBecause(outside, { ...outside, ...found })
    if (because === null) expect(reported).toBeNull()
    else expect(reported).toContain(because)
  })

  it('gets its first address after a trial on one machine', () => {
    for (const address of ['http://localhost:8080', 'http://127.0.0.1:9000', 'http://[::1]:80/'])
      expect(copiedBecause({ ...outside, address }, outside)).toBeNull()
  })

  it('is treated as the original if nothing was recorded', () => {
    expect(copiedBecause({ system: null, database: null, folder: null, address: null }, outside)).toBeNull()
  })
})

describe('a deployment with its database in the data folder', () => {
  it.each<[what: string, Partial<FolderMarks>, isCopy: boolean]>([
    ['is the same', {}, false],
    ['was moved', { path: '/mnt/data' }, false],
    ['was copied', { inode: '99', bornMs: 2000, path: '/srv/copy' }, true],
    ['was copied to the same place on another machine', { inode: '99', bornMs: 2000 }, true],
    ['has another inode number after a remount', { inode: '99' }, false],
    ['was copied where nobody knows when', { inode: '99', bornMs: null, path: '/srv/copy' }, true],
    ['was remounted where the creation time is unknown', { inode: '99', bornMs: null }, false],
  ])('that %s', (_, found, isCopy) => {
    const reported = copiedBecause(inside, { ...inside, folder: { ...folder, ...found } })
    expect(reported !== null).toBe(isCopy)
  })

  it('may change its address, because its folder identifies it', () => {
    expect(copiedBecause(inside, { ...inside, address: 'https://b.example.org' })).toBeNull()
  })
})
