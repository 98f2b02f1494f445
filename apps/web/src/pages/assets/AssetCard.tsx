import { Anchor, Badge, Text } from "@mantine/core";
import { IconFileTypeXml, IconTrash } from "@tabler/icons-react";
import { type Asset, assetRoutes } from "@trunkline/contract/assets/asset.ts";
import { assetTypeNames, shownAddress, sizeOf } from "../../api/assets.ts";
import { call } from "../../api/call.ts";
import { notAllowed } from "../../api/me.ts";
import { useRefresh } from "../../api/queries.ts";
import { paths } from "../../paths.ts";
import { confirm } from "../../ui/dialog/confirm.tsx";
import { PathLink } from "../../ui/page/PathLink.tsx";
import { toastError, toastSuccess } from "../../ui/page/toast.tsx";
import { RowActions } from "../../ui/table/RowActions.tsx";
import { CopyButton } from "../../ui/text/CopyButton.tsx";
import { plural } from "../../ui/text/formatFigure.ts";
import { Time } from "../../ui/text/Time.tsx";
import classes from "./AssetsPage.module.css";

/** An asset with its preview, uses, URL and Delete action. */
export function AssetCard({ asset, mayEdit }: { asset: Asset; mayEdit: boolean }) {
  const remove = useDelete();
  const { fileName, type, bytes, width, height, created, publicUrl, usedBy } = asset;
  return (
    <article className={classes["card"]} aria-label={fileName}>
      <div className={classes["preview"]}>
        <Preview asset={asset} />
      </div>
      <div className={classes["details"]}>
        <div className={classes["name"]}>
          <Anchor
            href={shownAddress(publicUrl)}
            target="_blank"
            rel="noreferrer"
            fw={500}
            inherit
            truncate
            title={fileName}
          >
            {fileName}
          </Anchor>
          <CopyButton value={publicUrl} what={`URL of ${fileName}`} />
          <RowActions
            of={fileName}
            actions={[
              {
                label: "Delete",
                icon: IconTrash,
                run: () => void remove(asset),
                destructive: true,
                disabled: mayEdit ? undefined : notAllowed,
              },
            ]}
          />
        </div>
        <Text size="xs" c="dimmed" className="figures">
          {[sizeOf(bytes), ...(width === null ? [] : [`${width} × ${height}`])].join(" · ")} · <Time at={created} />
        </Text>
        <div className={classes["foot"]}>
          <Badge size="sm" variant="light" color="gray" tt="none">
            {assetTypeNames[type]}
          </Badge>
          <Uses usedBy={usedBy} />
        </div>
      </div>
    </article>
  );
}

function Preview({ asset: { contentType, publicUrl, fileName } }: { asset: Asset }) {
  const address = shownAddress(publicUrl);
  if (contentType.startsWith("image/")) return <img src={address} alt={fileName} loading="lazy" />;
  if (contentType.startsWith("audio/"))
    // biome-ignore lint/a11y/useMediaCaption: an uploaded sound has no captions
    return <audio controls preload="none" src={address} aria-label={`Play ${fileName}`} />;
  return <IconFileTypeXml size={40} stroke={1.2} aria-hidden />;
}

function Uses({ usedBy }: Pick<Asset, "usedBy">) {
  const [first, ...more] = usedBy;
  if (!first)
    return (
      <Text size="xs" c="dimmed">
        Not used
      </Text>
    );
  return (
    <Text size="xs" c="dimmed" truncate title={usedBy.map(({ name }) => name).join(", ")}>
      {"Used by "}
      <Anchor
        component={PathLink}
        to={first.kind === "workflow" ? paths.editCampaign(first.id) : paths.editTemplate(first.id)}
        inherit
      >
        {first.name}
      </Anchor>
      {more.length > 0 ? ` and ${more.length} more` : ""}
    </Text>
  );
}

/** Deletes an asset after a confirmation that lists its uses. */
function useDelete(): (asset: Asset) => Promise<void> {
  const refresh = useRefresh();
  return async ({ assetId, fileName, usedBy }) => {
    const isSure = await confirm({
      title: `Delete ${fileName}?`,
      consequence: consequenceOf(usedBy),
      confirm: "Delete asset",
    });
    if (!isSure) return;
    try {
      await call(assetRoutes.remove, { params: { assetId } });
      toastSuccess("Asset deleted", fileName);
    } catch (problem) {
      toastError("Error deleting asset", problem);
    }
    await refresh(assetRoutes.list.path);
  };
}

function consequenceOf(usedBy: Asset["usedBy"]): string {
  if (usedBy.length === 0) return "No workflow or template uses this asset. This cannot be undone.";
  const names = usedBy.slice(0, 5).map(({ name }) => name);
  const count = ["workflow", "template"].flatMap((kind) => {
    const uses = usedBy.filter((use) => use.kind === kind).length;
    return uses === 0 ? [] : [plural(uses, kind)];
  });
  const verb = usedBy.length === 1 ? "uses" : "use";
  return `${count.join(" and ")} ${verb} this asset and will no longer find it: ${names.join(", ")}${usedBy.length > 5 ? ", …" : ""}. This cannot be undone.`;
}
