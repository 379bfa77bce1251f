import { Alert } from '@mantine/core'

/** Says why something did not work. It stands above the button that tries again. */
export function Problem({ text }: { text: string | null | undefined }) {
  if (text === null || text === undefined) return null
  return (
    <Alert color="red" role="alert">
      {text}
    </Alert>
  )
}
