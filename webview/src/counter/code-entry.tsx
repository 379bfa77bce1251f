import { COUNTER_CODE_PATTERN } from '@counterfoil/contract/counter/code-pattern.ts'
import { useEffect, useRef, useState } from 'preact/hooks'
import { words } from './counter-words.ts'
import { startScanner } from './scanner.ts'

const CODE = new RegExp(COUNTER_CODE_PATTERN)

/** The browser remembers that the camera is allowed. Until then, a button asks. */
let isCameraWanted = false

/** The camera, and the six digits as the other way. */
export function CodeEntry({
  found,
  refuse,
}: {
  found: (code: string) => void
  refuse: (text: string) => void
}) {
  const [digits, setDigits] = useState('')
  return (
    <>
      <Camera seen={(text) => (CODE.test(text) ? found(text) : refuse(words.notOurs))} />
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (digits.length === 6) found(digits)
        }}
      >
        <label>
          {words.digits}
          <input
            inputMode="numeric"
            autoComplete="off"
            value={digits}
            onInput={({ currentTarget }) => {
              const typed = currentTarget.value.replace(/\D/g, '').slice(0, 6)
              currentTarget.value = typed
              setDigits(typed)
            }}
          />
        </label>
        <button type="submit" class="button" disabled={digits.length !== 6}>
          {words.check}
        </button>
      </form>
    </>
  )
}

function Camera({ seen }: { seen: (text: string) => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const [isOn, setOn] = useState(isCameraWanted)
  const [isRefused, setRefused] = useState(false)
  useEffect(() => {
    if (!isOn || !video.current) return
    let isGone = false
    let stop = () => {}
    startScanner(video.current, seen).then(
      (end) => {
        stop = end
        if (isGone) end()
      },
      () => setRefused(true),
    )
    return () => {
      isGone = true
      stop()
    }
  }, [isOn])
  if (isRefused) return <p>{words.noCamera}</p>
  if (!isOn) {
    const turnOn = () => {
      isCameraWanted = true
      setOn(true)
    }
    return (
      <button type="button" class="button wide" onClick={turnOn}>
        {words.startCamera}
      </button>
    )
  }
  return (
    <section>
      <p>{words.scan}</p>
      <video ref={video} muted playsInline />
    </section>
  )
}
