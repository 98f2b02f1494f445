import { Button } from "@mantine/core";
import { IconFilterPlus } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import type { Filter } from "./statements.ts";

// it is loaded when somebody reaches for a filter
const loadBar = () => import("./FilterBar.tsx");
const FilterBar = lazy(async () => ({ default: (await loadBar()).FilterBar }));

/** Filters by statements: a button until one is set or wanted. */
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
