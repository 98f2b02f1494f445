import { useMemo, useState } from "react";
import { usePreload } from "../ui/page/usePreload.ts";
import { loadChecks } from "./loadChecks.ts";

/** Loads the checks of texts after the form has rendered, then checks the form again. */
export function useTextCheck(): void {
  const [, setLoaded] = useState(false);
  const soon = useMemo(
    () => [
      async () => {
        await loadChecks();
        setLoaded(true);
      },
    ],
    [],
  );
  usePreload(soon);
}
