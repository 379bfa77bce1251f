import type { ComponentChildren } from 'preact'

export function Icon({ children, class: name = 'icon' }: { children: ComponentChildren; class?: string }) {
  return (
    <svg class={name} viewBox="0 0 24 24" aria-hidden="true">
      {children}
    </svg>
  )
}

/** This icon is mirrored in right-to-left languages. */
export const BackIcon = () => (
  <Icon class="icon turning">
    <path d="M15 5l-7 7 7 7" />
  </Icon>
)
export const NextIcon = () => (
  <Icon class="icon turning">
    <path d="M9 5l7 7-7 7" />
  </Icon>
)
export const DownIcon = () => (
  <Icon>
    <path d="M5 9l7 7 7-7" />
  </Icon>
)
export const HeartIcon = () => (
  <Icon>
    <path d="M12 20.5S3.5 15 3.5 8.9A4.6 4.6 0 0 1 12 6.4a4.6 4.6 0 0 1 8.5 2.5C20.5 15 12 20.5 12 20.5z" />
  </Icon>
)
export const SearchIcon = () => (
  <Icon>
    <path d="M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l4.5 4.5" />
  </Icon>
)
export const CloseIcon = () => (
  <Icon>
    <path d="M6 6l12 12M18 6L6 18" />
  </Icon>
)
export const PinIcon = () => (
  <Icon>
    <path d="M12 21s7-6.2 7-11a7 7 0 1 0-14 0c0 4.8 7 11 7 11zM12 12.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z" />
  </Icon>
)
export const CompassIcon = () => (
  <Icon>
    <path d="M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM15.5 8.5l-2 5-5 2 2-5z" />
  </Icon>
)
export const TicketIcon = () => (
  <Icon>
    <path d="M4 6h16v4a2 2 0 0 0 0 4v4H4v-4a2 2 0 0 0 0-4zM14.5 7v2M14.5 11v2M14.5 15v2" />
  </Icon>
)
export const CheckIcon = () => (
  <Icon>
    <path d="M5 12.5l4.5 4.5L19 7.5" />
  </Icon>
)
export const ClockIcon = () => (
  <Icon>
    <path d="M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 8v4.5l3 2" />
  </Icon>
)
