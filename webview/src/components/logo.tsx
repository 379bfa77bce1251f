import { pictureWidths } from './picture-widths.ts'
import { useBrokenPicture } from './use-broken-picture.ts'
import { useNearViewport } from './use-near-viewport.ts'

/** A logo, or the initial of the name if there is none or it fails to load. Decorative: the name is next to it. */
export function Logo({ path, name }: { path: string | null; name: string }) {
  const { isBroken, markBroken } = useBrokenPicture(path)
  const { element, isNear } = useNearViewport<HTMLSpanElement>()
  const isShown = path !== null && !isBroken
  return isShown && isNear ? (
    <img
      class="logo"
      srcset={pictureWidths(path)}
      sizes="64px"
      src={path}
      alt=""
      decoding="async"
      onError={markBroken}
    />
  ) : (
    <span ref={element} class="logo" aria-hidden="true">
      {!isShown && [...name][0]?.toUpperCase()}
    </span>
  )
}
