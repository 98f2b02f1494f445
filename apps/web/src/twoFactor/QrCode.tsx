import { useMemo } from "react";
import { encode } from "uqr";

/** A text as a QR code, drawn in the browser so that no other server sees it. */
export function QrCode({ text, label, size = 184 }: { text: string; label: string; size?: number }) {
  const { data, size: cells } = useMemo(() => encode(text, { ecc: "M", border: 2 }), [text]);
  const path = data
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : "")))
    .filter(Boolean)
    .join("");
  return (
    <svg
      role="img"
      aria-label={label}
      width={size}
      height={size}
      viewBox={`0 0 ${cells} ${cells}`}
      shapeRendering="crispEdges"
      style={{ borderRadius: 8, flex: "none" }}
    >
      {/* always black on white: cameras do not know dark mode */}
      <rect width={cells} height={cells} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
