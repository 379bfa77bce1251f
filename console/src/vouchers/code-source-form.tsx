import { MAX_CODE_FILE_BYTES } from '@counterfoil/contract/admin/codes.ts'
import { Button, FileButton, Group, Stack, Text, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { CODE_WORDS as words } from '../words/codes.ts'
import type { CodeFile } from './code-uploads.ts'

const MAX_NAME_LENGTH = 200

/** A file, or pasted lines. A file comes first if there are both. */
export function CodeSourceForm({ check }: { check: (file: CodeFile) => void }) {
  const [file, setFile] = useState<File | null>(null)
  const [pasted, setPasted] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const choose = (chosen: File | null) => {
    setFile(chosen)
    setProblem(null)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const codes = file === null ? new Blob([pasted], { type: 'text/plain' }) : asText(file)
    if (file === null && pasted.trim() === '') setProblem(words.nothing)
    else if (codes.size > MAX_CODE_FILE_BYTES) setProblem(words.tooLarge(MAX_CODE_FILE_BYTES / 1024 / 1024))
    else check({ name: file === null ? words.pastedName : file.name.slice(0, MAX_NAME_LENGTH), codes })
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm">{words.hint}</Text>
        <Group gap="sm">
          <FileButton onChange={choose} accept=".txt,.csv,text/plain,text/csv">
            {(button) => (
              <Button {...button} variant="default">
                {words.chooseFile}
              </Button>
            )}
          </FileButton>
          {file !== null && (
            <>
              <Text size="sm" className="wrap">
                {words.chosenFile(file.name)}
              </Text>
              <Button variant="default" onClick={() => choose(null)}>
                {words.forgetFile}
              </Button>
            </>
          )}
        </Group>
        {file === null && (
          <Textarea
            label={words.paste}
            rows={8}
            spellCheck={false}
            value={pasted}
            onChange={(event) => {
              setPasted(event.currentTarget.value)
              setProblem(null)
            }}
          />
        )}
        {problem !== null && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {problem}
          </Text>
        )}
        <Group>
          <Button type="submit">{words.check}</Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Some systems give a CSV file another type. The service reads quotes and columns only in text/csv. */
function asText(file: File): Blob {
  const isCsv = /\.csv$/i.test(file.name) || file.type === 'text/csv'
  return file.slice(0, file.size, isCsv ? 'text/csv' : 'text/plain')
}
