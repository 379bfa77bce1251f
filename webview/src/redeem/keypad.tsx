import type { Ref } from 'preact'
import { words } from '../language/words.ts'

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0']

type Props = {
  isOff: boolean
  onDigit: (digit: string) => void
  onDelete: () => void
  keypad: Ref<HTMLDivElement>
}

/** Like the keys of a till: left to right and in Western digits in every language. */
export function Keypad({ isOff, onDigit, onDelete, keypad }: Props) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset does not lay out as a grid in old webviews
    <div
      class="keypad"
      dir="ltr"
      role="group"
      ref={keypad}
      tabIndex={-1}
      aria-label={words.redeem.handOver.keypad}
      aria-disabled={isOff}
    >
      {DIGITS.map((digit) => (
        <button
          key={digit}
          type="button"
          class={digit === '0' ? 'key zero' : 'key'}
          disabled={isOff}
          onClick={() => onDigit(digit)}
        >
          {digit}
        </button>
      ))}
      <button
        type="button"
        class="key delete"
        disabled={isOff}
        aria-label={words.redeem.handOver.delete}
        onClick={onDelete}
      >
        <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
          <path d="M8.5 5H20a1.5 1.5 0 0 1 1.5 1.5v11A1.5 1.5 0 0 1 20 19H8.5l-6-7zM11.5 9.5l5 5M16.5 9.5l-5 5" />
        </svg>
      </button>
    </div>
  )
}
