import { useMemo, useState } from "react";
import { usePreload } from "../ui/page/usePreload.ts";

/** Loads what finds templates that never run, after the form that takes them; the form is checked again then. */
export function useTextCheck(): void {
  const [, setLoaded] = useState(false);
  const soon = useMemo(
    () => [
      async () => {
        await import("@trunkline/workflow/parts/text/text.ts");
        setLoaded(true);
      },
    ],
    [],
  );
  usePreload(soon);
}
