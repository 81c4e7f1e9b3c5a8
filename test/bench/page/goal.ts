/** A figure for a table of goals: in bold if the goal is not reached. */
export function goalCell(figure: number | undefined, most: number, text: (value: number) => string): string {
  if (figure === undefined) return "**not measured**";
  return isReached(figure, most) ? text(figure) : `**${text(figure)}**`;
}

/** Whether a goal is reached; what was not measured is not. */
function isReached(figure: number | undefined, most: number): boolean {
  return figure !== undefined && figure <= most;
}
