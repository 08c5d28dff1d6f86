export {
  alertTimeColumns,
  alertTimeOf,
  alertTimesOfGroups,
  findGroup,
  insertGroup,
  type GroupRow,
} from './store.ts'
