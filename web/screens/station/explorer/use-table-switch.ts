import type { TableSwitch } from './Explorer.tsx'
import { useState } from 'react'

export function useTableSwitch(): TableSwitch {
  const [isTable, setTable] = useState(false)
  return { isTable, setTable }
}
