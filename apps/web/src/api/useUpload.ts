import { type Asset, type AssetType, assetRoutes } from "@trunkline/contract/assets/asset.ts";
import { useEffect, useRef, useState } from "react";
import { uploadAsset } from "./assets.ts";
import { useRefresh } from "./queries.ts";

/** A running upload. */
export interface Uploading {
  name: string;
  sent: number;
  total: number;
}

/** Uploads one file at a time as an asset. Leaving the page aborts it. */
export function useUpload(onFailed: (problem: unknown, file: File) => void): {
  uploading: Uploading | null;
  start: (type: AssetType, file: File) => Promise<Asset | undefined>;
  stop: () => void;
} {
  const [uploading, setUploading] = useState<Uploading | null>(null);
  const running = useRef<AbortController>(undefined);
  const refresh = useRefresh();
  useEffect(() => () => running.current?.abort(), []);
  const start = async (type: AssetType, file: File): Promise<Asset | undefined> => {
    const controller = new AbortController();
    running.current = controller;
    setUploading({ name: file.name, sent: 0, total: file.size });
    try {
      const asset = await uploadAsset(
        type,
        file,
        // the total includes the bytes of the form
        (sent) => setUploading({ name: file.name, sent: Math.min(sent, file.size), total: file.size }),
        controller.signal,
      );
      await refresh(assetRoutes.list.path);
      return asset;
    } catch (problem) {
      if (!controller.signal.aborted) onFailed(problem, file);
      return undefined;
    } finally {
      setUploading(null);
    }
  };
  return { uploading, start, stop: () => running.current?.abort() };
}
