import { Code, Text } from '@mantine/core'
import { CopyButton } from '../kit/copy-button.tsx'
import { saveFile } from '../kit/save-file.ts'
import { KeepButton, ShownOnceDialog } from '../kit/shown-once-dialog.tsx'
import { useSession } from '../session/use-session.ts'
import { RECOVERY_WORDS as words } from '../words/factors.ts'
import { KIT_WORDS } from '../words/kit.ts'

export function RecoveryCodes({ codes, close }: { codes: string[]; close: () => void }) {
  const { email } = useSession()
  const text = codes.join('\n')
  const download = () =>
    saveFile(words.fileName, `${words.fileHeading(email)}\n\n${text}\n`, 'text/plain;charset=utf-8')
  return (
    <ShownOnceDialog
      title={words.shownTitle}
      isMany
      close={close}
      actions={(keep) => (
        <>
          <CopyButton value={text} label={words.copyAll} copied={keep} />
          <KeepButton label={words.download} act={download} keep={keep} />
        </>
      )}
    >
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
    </ShownOnceDialog>
  )
}
