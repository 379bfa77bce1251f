import { Option } from 'commander'

/** Further values of a repeated option follow the first. */
const collect = (value: string, before: string[] = []) => [...before, value]

export const merchantOption = () =>
  new Option('--merchant <id|slug>', 'for role merchant: a merchant; repeat it for several').argParser(
    collect,
  )
export const partnerOption = () =>
  new Option('--partner <id|slug>', 'for roles partner and partner-support: the partner')
