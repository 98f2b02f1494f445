import { Anchor, Code, Text, UnstyledButton } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Fragment, useState } from "react";

/** A kind's help: its first paragraph, the rest on request. `[words](/path)` is a link, backticks mark code. */
export function HelpText({ text }: { text: string }) {
  const [isOpen, setOpen] = useState(false);
  const paragraphs = text.split("\n\n");
  const shown = isOpen ? paragraphs : paragraphs.slice(0, 1);
  return (
    <div>
      {shown.map((paragraph) => (
        <Text key={paragraph} size="sm" c="dimmed" mb={8}>
          <Words text={paragraph} />
        </Text>
      ))}
      {paragraphs.length > 1 && (
        <UnstyledButton fz={13} c="var(--mantine-color-anchor)" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? "Less" : "More about this node"}
        </UnstyledButton>
      )}
    </div>
  );
}

const pieces = /(`[^`]+`|\[[^\]]+\]\([^)]+\))/g;

function Words({ text }: { text: string }) {
  return text.split(pieces).map((piece, index) => {
    const link = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(piece);
    // pieces have no identity of their own and never move
    const key = `${index} ${piece}`;
    if (link) {
      return (
        <Anchor key={key} component={Link} to={link[2] as never} inherit underline="always">
          {link[1]}
        </Anchor>
      );
    }
    return piece.startsWith("`") ? <Code key={key}>{piece.slice(1, -1)}</Code> : <Fragment key={key}>{piece}</Fragment>;
  });
}
