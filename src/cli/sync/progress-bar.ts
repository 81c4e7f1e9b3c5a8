import cliProgress from "cli-progress";

/** A line of a terminal that changes in place. */
export interface ProgressBar {
  /**
   * Draws the bar.
   *
   * @param share between 0 and 1; undefined if it is not known, then only the text is drawn
   */
  draw(share: number | undefined, text: string): void;
  /** Leaves the last state on the terminal. Drawn again, it appears in the next line. */
  end(): void;
}

/** Creates a progress bar, which appears when it is drawn for the first time. */
export function createProgressBar(screen: NodeJS.WriteStream): ProgressBar {
  let bar: cliProgress.SingleBar | undefined;
  return {
    draw(share, text) {
      if (bar === undefined) {
        bar = new cliProgress.SingleBar({
          stream: screen,
          format: share === undefined ? "{text}" : "{bar} {text}",
          barsize: 12,
          barCompleteChar: "█",
          barIncompleteChar: "░",
          // The line is cut off at the width of the terminal, whose settings a killed process could not restore.
          linewrap: true,
        });
        bar.start(1, share ?? 0, { text });
      }
      bar.update(share ?? 0, { text });
    },
    end() {
      bar?.stop();
      bar = undefined;
    },
  };
}
