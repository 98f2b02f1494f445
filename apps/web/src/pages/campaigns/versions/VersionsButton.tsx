import { ActionIcon } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { useState } from "react";
import { graphToSave, useCanvasStore } from "../../../canvas/canvasStore.ts";
import { confirm } from "../../../ui/dialog/confirm.tsx";
import { later, overThePage } from "../../../ui/page/lazyPart.tsx";
import { useAddress } from "../../../ui/page/useAddress.ts";
import { Tooltip } from "../../../ui/tip/Tooltip.tsx";
import { leaving } from "../editor/leaving.ts";
import { readPair, writePair } from "./comparePair.ts";
import type { Versioned } from "./versioned.ts";

const Versions = later(async () => (await import("./Versions.tsx")).Versions, { frame: overThePage });
const CompareVersions = later(async () => (await import("./CompareVersions.tsx")).CompareVersions, {
  frame: overThePage,
});

interface Props {
  of: Versioned;
  /** The version shown on the canvas. */
  shown: number;
  /** Whether there are unsaved changes. */
  changed: boolean;
}

/** Opens the version list. The address holds the shown version and the compared ones. */
export function VersionsButton({ of, shown, changed }: Props) {
  const store = useCanvasStore();
  const [isListing, setListing] = useState(false);
  const [address, setAddress] = useAddress();
  const pair = readPair(address["compare"]);
  const open = async (version: number, isNewest: boolean) => {
    setListing(false);
    if (version === shown) return;
    const ask = { title: "Leave without saving?", consequence: leaving, confirm: "Leave", cancel: "Stay" };
    if (changed && !(await confirm(ask))) return;
    setAddress({ version: isNewest ? undefined : String(version), run: undefined });
  };
  const compare = (version: number) => {
    setListing(false);
    // the shown version itself is compared with the one before it
    const isShown = version === shown && !changed && version > 1;
    const chosen = isShown ? { before: version - 1, after: version } : { before: version, after: null };
    setAddress({ compare: writePair(chosen) });
  };
  return (
    <>
      <Tooltip label="Version history">
        <ActionIcon variant="subtle" color="gray" size={36} aria-label="Versions" onClick={() => setListing(true)}>
          <IconHistory size={18} />
        </ActionIcon>
      </Tooltip>
      {isListing && (
        <Versions
          of={of}
          shown={shown}
          close={() => setListing(false)}
          open={(version, isNewest) => void open(version, isNewest)}
          compare={compare}
        />
      )}
      {pair !== undefined && (
        <CompareVersions
          of={of}
          pair={pair}
          choose={(chosen) => setAddress({ compare: writePair(chosen) })}
          close={() => setAddress({ compare: undefined })}
          drawing={graphToSave(store.getState())}
          drawingTitle={changed ? "Your draft" : `Version ${shown} on the canvas`}
          names={store.getState().names}
        />
      )}
    </>
  );
}
