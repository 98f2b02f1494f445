/** The height above a target at which its line turns, which leaves room for a label of two lines. */
export const turnAbove = 46;
/** The height below a source at which a line turns that cannot go straight down. */
const turnBelow = 24;
/** The least vertical distance between the two handles for a line that only goes down. */
const leastFall = 20;
const radius = 10;

interface Ends {
  sourceX: number;
  sourceY: number;
  targetX: number;
  targetY: number;
}

/** The path of a line that leaves its source downwards and enters its target from above; undefined if the target is not below. */
export function routed({ sourceX, sourceY, targetX, targetY }: Ends, isLowered: boolean): string | undefined {
  const fall = targetY - sourceY;
  if (fall < leastFall) return undefined;
  const across = targetX - sourceX;
  if (Math.abs(across) < 1) return `M${sourceX},${sourceY} L${sourceX},${targetY}`;
  const above = Math.max(sourceY + leastFall / 2, targetY - turnAbove);
  const turn = isLowered ? above : Math.min(above, sourceY + turnBelow);
  const bend = Math.min(radius, Math.abs(across) / 2, turn - sourceY, targetY - turn);
  const side = across > 0 ? bend : -bend;
  return [
    `M${sourceX},${sourceY}`,
    `L${sourceX},${turn - bend}`,
    `Q${sourceX},${turn} ${sourceX + side},${turn}`,
    `L${targetX - side},${turn}`,
    `Q${targetX},${turn} ${targetX},${turn + bend}`,
    `L${targetX},${targetY}`,
  ].join(" ");
}
