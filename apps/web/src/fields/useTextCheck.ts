import { useMemo, useState } from "react";
import { usePreload } from "../ui/page/usePreload.ts";

/** Loads the template checker after the form has rendered, then checks the form again. */
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
