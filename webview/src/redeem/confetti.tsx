const COLORS = ['#1b6b3a', '#f2b705', '#d9480f', '#3a4bb5']
const PIECES = 18

/** Pieces that burst from the seal. With reduced motion the styles show none. */
export function Confetti() {
  return (
    <div class="confetti" aria-hidden="true">
      {Array.from({ length: PIECES }, (_, at) => {
        const turn = (at / PIECES) * 2 * Math.PI
        const style = {
          '--piece': COLORS[at % COLORS.length],
          '--across': `${Math.round(Math.cos(turn) * (90 + (at % 3) * 45))}px`,
          '--down': `${Math.round(120 + Math.sin(turn) * 110 + (at % 2) * 40)}px`,
          '--spin': `${(at % 2 ? 1 : -1) * (180 + at * 20)}deg`,
          '--wait': `${(at % 4) * 40}ms`,
        }
        return <i key={at} style={style} />
      })}
    </div>
  )
}
