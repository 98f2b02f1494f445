/** A form with one file, as a browser sends it. Its bytes are given as text with one byte per character. */
export function formOf(
  fields: Record<string, string>,
  file: { name: string; text: string },
): { type: string; text: string } {
  const boundary = "----trunkline-test";
  const parts = [
    ...Object.entries(fields).map(([name, value]) => `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`),
    `Content-Disposition: form-data; name="file"; filename="${file.name}"\r\nContent-Type: application/octet-stream\r\n\r\n${file.text}`,
  ];
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    text: `${parts.map((part) => `--${boundary}\r\n${part}\r\n`).join("")}--${boundary}--\r\n`,
  };
}
