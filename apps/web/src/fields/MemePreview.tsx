import { Image, Input, Skeleton, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { assetRoutes } from "@trunkline/contract/assets/asset.ts";
import { callOne } from "../api/call.ts";
import { useMay } from "../api/me.ts";
import { messageOfFailure } from "../ui/page/toast.tsx";
import type { FieldProps } from "./formContext.ts";

const settledAfterMs = 400;

/** Preview of the picture with its text. Variables are shown as written (spec 2 §3.3 meme). */
export function MemePreview({ field, draft }: FieldProps<"memePreview">) {
  const mayDraw = useMay()("workflow-edit");
  const [asked] = useDebouncedValue(askedBy(draft), settledAfterMs);
  const preview = useQuery({
    queryKey: ["memePreview", asked],
    queryFn: ({ signal }) => callOne(assetRoutes.preview, { body: JSON.parse(asked), signal }),
    enabled: mayDraw && draft["fileName"] !== "" && asked === askedBy(draft),
    placeholderData: keepPreviousData,
    retry: false,
  });
  if (!mayDraw || draft["fileName"] === "") return null;
  const drawn = preview.data;
  return (
    <Input.Wrapper label={field.label} labelElement="div">
      {preview.isError ? (
        <Text size="sm" c="dimmed">
          {messageOfFailure(preview.error)}
        </Text>
      ) : drawn ? (
        <Image src={drawn.picture} alt={`${draft["fileName"]} with the message on it`} radius="sm" mt={4} />
      ) : (
        <Skeleton h={160} mt={4} />
      )}
    </Input.Wrapper>
  );
}

/** The inputs of the drawing as text, to compare them by value. */
function askedBy(draft: Readonly<Record<string, unknown>>): string {
  const { fileName, message, xval, yval, font, fontSize, rotate, fontColor } = draft;
  const size = typeof fontSize === "number" && fontSize >= 1 ? Math.min(fontSize, 2000) : 10;
  return JSON.stringify({
    fileName,
    message,
    font,
    fontColor,
    fontSize: size,
    xval: xval ?? 5000,
    yval: yval ?? 5000,
    rotate: rotate ?? 0,
  });
}
