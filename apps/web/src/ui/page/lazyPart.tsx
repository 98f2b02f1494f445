import { CatchBoundary } from "@tanstack/react-router";
import { type ComponentType, createElement, lazy, type ReactNode, Suspense, useState } from "react";
import { ApiFailure } from "../../api/call.ts";
import { ErrorState } from "./ErrorState.tsx";
import classes from "./lazyPart.module.css";

interface Faces {
  /** What stands in its place while it is on its way. */
  shape?: ReactNode;
  /** What is put around the words that it did not arrive. */
  frame?: (words: ReactNode) => ReactNode;
}

/**
 * A part of a page that comes after it (decision 0046): its shape stands in its place meanwhile, and one that does not
 * arrive says so there and is tried again, so that nothing around it is lost.
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

/** For parts that lie over the page. */
export const overThePage = (words: ReactNode): ReactNode => <div className={classes["over"]}>{words}</div>;

/** What was loaded, or a failure in words for people. */
export async function arrived<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch {
    throw new ApiFailure("The server cannot be reached. Check the connection and try again.", 0, []);
  }
}
