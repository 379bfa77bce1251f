import { formatNumber } from '../time/numbers.ts'

/** Words of imports that run in the service. */
export const IMPORT_WORDS = {
  startedBy: (fileName: string, name: string) => `${fileName}, started by ${name},`,
  progress: (done: number, total: number) => `${formatNumber(done)} of ${formatNumber(total)} rows done.`,
  canLeave: 'You can leave this page: the import continues.',
} as const
