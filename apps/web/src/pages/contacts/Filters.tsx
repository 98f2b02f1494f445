import { Button } from "@mantine/core";
import { IconFilterPlus } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import type { Filter } from "./statements.ts";

// loaded when the user points at the filter button
const loadBar = () => import("./FilterBar.tsx");
const FilterBar = lazy(async () => ({ default: (await loadBar()).FilterBar }));

/** The filter bar, or only a button while no filter is set. */
export function Filters({ filters, onChange }: { filters: readonly Filter[]; onChange: (filters: Filter[]) => void }) {
  const [isWanted, setWanted] = useState(false);
  const button = (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<IconFilterPlus size={14} />}
      onClick={() => setWanted(true)}
      onPointerEnter={() => void loadBar()}
    >
      Filter
    </Button>
  );
  if (filters.length === 0 && !isWanted) return button;
  return (
    <Suspense fallback={button}>
      <FilterBar filters={filters} onChange={onChange} startOpen={isWanted} />
    </Suspense>
  );
}
