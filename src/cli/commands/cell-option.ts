import { Option } from 'commander'

export const cellOption = (text: string) => new Option('--cell <name>', text)
