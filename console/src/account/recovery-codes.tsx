import { Button, Code, CopyButton, Group, Modal, Stack, Text } from '@mantine/core'
import { saveFile } from '../kit/save-file.ts'
import { useSession } from '../session/use-session.ts'
import { RECOVERY_WORDS as words } from '../words/factors.ts'
import { KIT_WORDS } from '../words/kit.ts'

/** No later answer contains them, so only the button closes this. */
export function RecoveryCodes({ codes, close }: { codes: string[]; close: () => void }) {
  const { email } = useSession()
  const text = codes.join('\n')
  const download = () =>
    saveFile(words.fileName, `${words.fileHeading(email)}\n\n${text}\n`, 'text/plain;charset=utf-8')
  return (
    <Modal
      opened
      centered
      size="lg"
      onClose={() => {}}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={words.shownTitle}
    >
      <Stack gap="md">
        <Text size="sm">
          {words.shownText} {KIT_WORDS.shownOnceMany}
        </Text>
        <ul className="recovery-codes" aria-label={words.title}>
          {codes.map((code) => (
            <li key={code}>
              <Code>{code}</Code>
            </li>
          ))}
        </ul>
        <Group justify="space-between" gap="xs">
          <Group gap="xs">
            <CopyButton value={text}>
              {({ copied, copy }) => (
                <Button variant="default" onClick={copy}>
                  {copied ? KIT_WORDS.copied : words.copyAll}
                </Button>
              )}
            </CopyButton>
            <Button variant="default" onClick={download}>
              {words.download}
            </Button>
          </Group>
          <Button onClick={close}>{words.saved}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
