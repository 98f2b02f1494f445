import { Anchor, Code, Text, UnstyledButton } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Fragment, useState } from "react";

/** The help of a node kind: the first paragraph, and the rest on request. Supports `[text](/path)` links and code in backticks. */
export function HelpText({ text }: { text: string }) {
  const [isOpen, setOpen] = useState(false);
  const paragraphs = text.split("\n\n");
  const shown = isOpen ? paragraphs : paragraphs.slice(0, 1);
  return (
    <div>
      {shown.map((paragraph) => (
        <Text key={paragraph} size="sm" c="dimmed" mb={8}>
          <RichText text={paragraph} />
        </Text>
      ))}
      {paragraphs.length > 1 && (
        <UnstyledButton fz={13} c="var(--mantine-color-anchor)" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? "Show less" : "Learn more"}
        </UnstyledButton>
      )}
    </div>
  );
}

const pieces = /(`[^`]+`|\[[^\]]+\]\([^)]+\))/g;

function RichText({ text }: { text: string }) {
  return text.split(pieces).map((piece, index) => {
    const link = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(piece);
    // pieces have no id and are never reordered
    const key = `${index} ${piece}`;
    if (link) {
      return (
        <Anchor key={key} component={Link} to={link[2]} inherit underline="always">
          {link[1]}
        </Anchor>
      );
    }
    return piece.startsWith("`") ? <Code key={key}>{piece.slice(1, -1)}</Code> : <Fragment key={key}>{piece}</Fragment>;
  });
}
