import { Button, SegmentedControl, Skeleton, Text } from "@mantine/core";
import { IconPhoto, IconUpload } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { type Asset, type AssetType, assetRoutes, assetTypes, madeTypes } from "@trunkline/contract/assets/asset.ts";
import { type ReactNode, useEffect, useEffectEvent } from "react";
import { assetTypeNames } from "../../api/assets.ts";
import { useMay } from "../../api/me.ts";
import { pagesOf, rowsOf } from "../../api/queries.ts";
import { LaterSelect } from "../../ui/form/LaterSelect.tsx";
import { EmptyState } from "../../ui/page/EmptyState.tsx";
import { ErrorState } from "../../ui/page/ErrorState.tsx";
import { later, overThePage } from "../../ui/page/lazyPart.tsx";
import { Page } from "../../ui/page/Page.tsx";
import { useAddress } from "../../ui/page/useAddress.ts";
import { usePreload } from "../../ui/page/usePreload.ts";
import { SearchBox } from "../../ui/table/SearchBox.tsx";
import { plural } from "../../ui/text/formatFigure.ts";
import { AssetCard } from "./AssetCard.tsx";
import classes from "./AssetsPage.module.css";

const loadUploadAssets = () => import("./UploadAssets.tsx");
const UploadAssets = later(async () => (await loadUploadAssets()).UploadAssets, { frame: overThePage });
const soon = [loadUploadAssets];

const orders = {
  newest: { label: "Newest first", compare: (a: Asset, b: Asset) => (a.assetId < b.assetId ? 1 : -1) },
  name: { label: "Name", compare: (a: Asset, b: Asset) => a.fileName.localeCompare(b.fileName) },
  size: { label: "Largest first", compare: (a: Asset, b: Asset) => b.bytes - a.bytes },
} as const;
type Order = keyof typeof orders;

/** Says that files are dragged over the page: the dialog with the drop zone opens under them. */
function useFilesOver(open: () => void): void {
  const isOver = useEffectEvent((event: DragEvent) => {
    if (event.dataTransfer?.types.includes("Files")) open();
  });
  useEffect(() => {
    const listen = (event: DragEvent) => isOver(event);
    window.addEventListener("dragenter", listen);
    return () => window.removeEventListener("dragenter", listen);
  }, []);
}

/** Images, audio files and CallXML documents with their URLs (readings, Routes of pages). */
export function AssetsPage() {
  usePreload(soon);
  const [address, change] = useAddress();
  const mayEdit = useMay()("workflow-edit");
  const type = assetTypes.find((one) => one === address["type"]);
  const made = madeTypes.find((one) => one === type);
  const assets = useInfiniteQuery(pagesOf(assetRoutes.list, { query: made ? { type: made } : {} }));
  const all = rowsOf(assets.data);
  const search = address["q"] ?? "";
  const order: Order = address["sort"] === "name" || address["sort"] === "size" ? address["sort"] : "newest";
  const found = all
    ?.filter((asset) => (type === undefined || asset.type === type) && fits(asset, search))
    .sort(orders[order].compare);
  useFilesOver(() => mayEdit && change({ upload: "yes" }));
  const upload = mayEdit ? (
    <Button leftSection={<IconUpload size={16} />} onClick={() => change({ upload: "yes" })}>
      Upload
    </Button>
  ) : null;
  return (
    <Page
      title="Assets"
      purpose="Images, audio files and CallXML documents for your workflows. Each has a public URL."
      actions={upload}
    >
      <Filters type={type} search={search} order={order} change={change}>
        {found ? (
          <Text size="xs" c="dimmed" className="figures" role="status">
            {plural(found.length, "asset") + (assets.hasNextPage ? " so far" : "")}
          </Text>
        ) : null}
      </Filters>
      {assets.isError && !assets.data ? (
        <ErrorState title="Error loading assets" problem={assets.error} retry={() => assets.refetch()} />
      ) : !found ? (
        <Skeletons />
      ) : found.length > 0 ? (
        <Cards assets={found} mayEdit={mayEdit} />
      ) : all?.length ? (
        <NoResults clear={() => change({ type: undefined, q: undefined })} />
      ) : (
        <EmptyState icon={IconPhoto} title="No assets yet" action={upload}>
          Upload an image for your texts and memes, an audio file to play in calls, or a CallXML document.
        </EmptyState>
      )}
      {assets.hasNextPage ? (
        <Button
          variant="default"
          mt={16}
          loading={assets.isFetchingNextPage}
          onClick={() => void assets.fetchNextPage()}
        >
          Show more
        </Button>
      ) : null}
      {address["upload"] && mayEdit ? (
        <UploadAssets initial={type} close={() => change({ upload: undefined })} />
      ) : null}
    </Page>
  );
}

interface FilterProps {
  type: AssetType | undefined;
  search: string;
  order: Order;
  change: ReturnType<typeof useAddress>[1];
  /** The number of assets found. */
  children: ReactNode;
}

const Filters = ({ type, search, order, change, children }: FilterProps) => (
  <div className={classes["filters"]}>
    <SegmentedControl
      size="xs"
      aria-label="Asset type"
      className={classes["types"] ?? ""}
      value={type ?? ""}
      onChange={(value) => change({ type: value })}
      data={[
        { value: "", label: "Uploads" },
        ...assetTypes.map((value) => ({ value: value as string, label: assetTypeNames[value as AssetType] })),
      ]}
    />
    <SearchBox
      label="Search assets"
      placeholder="Search by name or use"
      value={search}
      onSearch={(q) => change({ q })}
    />
    <LaterSelect
      size="xs"
      w={140}
      aria-label="Sort by"
      data={Object.entries(orders).map(([value, { label }]) => ({ value, label }))}
      value={order}
      onChange={(value) => change({ sort: value === "newest" || value === null ? undefined : value })}
    />
    {children}
  </div>
);

const Cards = ({ assets, mayEdit }: { assets: readonly Asset[]; mayEdit: boolean }) => (
  <ul className={classes["grid"]} aria-label="Assets">
    {assets.map((asset) => (
      <li key={asset.assetId}>
        <AssetCard asset={asset} mayEdit={mayEdit} />
      </li>
    ))}
  </ul>
);

const Skeletons = () => (
  <div className={classes["grid"]} aria-busy>
    {[1, 2, 3, 4].map((one) => (
      <Skeleton key={one} height={232} />
    ))}
  </div>
);

const NoResults = ({ clear }: { clear: () => void }) => (
  <EmptyState
    icon={IconPhoto}
    title="No results"
    action={
      <Button variant="default" onClick={clear}>
        Clear filters
      </Button>
    }
  >
    No assets match your search and filters.
  </EmptyState>
);

const fits = ({ fileName, usedBy }: Asset, search: string): boolean =>
  [fileName, ...usedBy.map(({ name }) => name)].join(" ").toLowerCase().includes(search.trim().toLowerCase());
