/** Words of imports that run in the service. */
export const IMPORT_WORDS = {
  startedBy: (fileName: string, name: string) => `${fileName}, started by ${name},`,
  progress: (done: number, total: number) =>
    `${done.toLocaleString()} of ${total.toLocaleString()} rows done.`,
  canLeave: 'You can leave this page: the import continues.',
} as const
