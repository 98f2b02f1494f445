import { CatchBoundary } from "@tanstack/react-router";
import { type ComponentType, createElement, lazy, type ReactNode, Suspense, useState } from "react";
import { ApiFailure } from "../../api/call.ts";
import { ErrorState } from "./ErrorState.tsx";
import classes from "./lazyPart.module.css";

interface Faces {
  /** Shown while the part loads. */
  shape?: ReactNode;
  /** Wraps the error message if the part fails to load. */
  frame?: (words: ReactNode) => ReactNode;
}

/**
 * A lazy-loaded part of a page (decision 0046). Shows a skeleton while loading, and an error with Retry in its place if it fails.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { shape = null, frame = (words) => words }: Faces = {},
): ComponentType<Props> {
  const fetched = () => lazy(async () => ({ default: await arrived(load) }));
  let Part = fetched();
  return function Later(props: Props) {
    const [tries, setTries] = useState(0);
    const again = () => {
      Part = fetched();
      setTries(tries + 1);
    };
    return (
      <CatchBoundary
        getResetKey={() => tries}
        errorComponent={({ error }) =>
          frame(
            <ErrorState
              title="This part of the page could not be loaded"
              problem={error}
              retry={again}
              retryLabel="Try again"
            />,
          )
        }
      >
        <Suspense fallback={shape}>{createElement(Part as ComponentType<Props>, props)}</Suspense>
      </CatchBoundary>
    );
  };
}

/** Options for overlays. */
export const overThePage = (words: ReactNode): ReactNode => <div className={classes["over"]}>{words}</div>;

/** Returns what was loaded, or throws an error with a readable message. */
export async function arrived<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch {
    throw new ApiFailure("The server cannot be reached. Check the connection and try again.", 0, []);
  }
}
