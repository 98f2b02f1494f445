import { ActionIcon } from "@mantine/core";
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from "@tabler/icons-react";
import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";
import { type KeyboardEvent, type MouseEvent, useMemo, useRef, useState } from "react";
import classes from "./SoundPlayer.module.css";
import { waveHeight, wavePath, waveWidth } from "./wavePath.ts";

interface SoundProps {
  src: string;
  /** Null: a recording of an older version, which has the browser's own player. */
  peaks: readonly number[] | null;
  seconds: number;
  label: string;
  isSilent: boolean;
  onEnded: () => void;
}

/** A place in a recording, such as 1:05. */
const clockOf = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;

const whySilent = "Silent recording. No microphone was used.";
const keySteps: Readonly<Record<string, number>> = {
  ArrowLeft: -5,
  ArrowDown: -5,
  ArrowRight: 5,
  ArrowUp: 5,
};

/** Plays a recording. Its waveform shows where the player is, and moves it where one clicks. */
export function SoundPlayer(props: SoundProps) {
  const { src, peaks, label, isSilent, onEnded } = props;
  const title = isSilent ? whySilent : undefined;
  if (peaks !== null) return <WavePlayer {...props} peaks={peaks} title={title} />;
  return (
    <audio
      controls
      preload="none"
      className={classes["plain"]}
      src={src}
      title={title}
      aria-label={label}
      onEnded={onEnded}
    >
      <track kind="captions" />
    </audio>
  );
}

type WaveProps = SoundProps & { peaks: readonly number[]; title: string | undefined };

function WavePlayer({ src, peaks, seconds, label, title, onEnded }: WaveProps) {
  const audio = useRef<HTMLAudioElement>(null);
  const [at, setAt] = useState(0);
  const [isPlaying, setPlaying] = useState(false);
  const [isBroken, setBroken] = useState(false);
  const seek = (to: number) => {
    const place = Math.min(seconds, Math.max(0, to));
    setAt(place);
    if (audio.current) audio.current.currentTime = place;
  };
  const toggle = () => {
    if (isPlaying) audio.current?.pause();
    else void audio.current?.play().catch(() => setBroken(true));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div className={classes["player"]} role="group" aria-label={label} title={title}>
      <audio
        ref={audio}
        preload="none"
        src={src}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onTimeUpdate={({ currentTarget }) => setAt(currentTarget.currentTime)}
        onEnded={() => {
          setPlaying(false);
          onEnded();
        }}
      >
        <track kind="captions" />
      </audio>
      <ActionIcon variant="default" radius="xl" size={30} aria-label={isPlaying ? "Pause" : "Play"} onClick={toggle}>
        {isPlaying ? <IconPlayerPauseFilled size={14} /> : <IconPlayerPlayFilled size={14} />}
      </ActionIcon>
      <Wave peaks={peaks} at={at} seconds={seconds} seek={seek} />
      <span className={`${classes["time"]} figures`}>
        {isBroken ? "Can't be played" : `${clockOf(at)} / ${clockOf(seconds)}`}
      </span>
    </div>
  );
}

interface Place {
  at: number;
  seconds: number;
  seek: (to: number) => void;
}

function Wave({ peaks, at, seconds, seek }: Place & { peaks: readonly number[] }) {
  const path = useMemo(() => wavePath(peaks), [peaks]);
  const share = seconds === 0 ? 0 : Math.min(1, at / seconds);
  const click = ({ currentTarget, clientX }: MouseEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    seek(((clientX - left) / width) * seconds);
  };
  const press = (event: KeyboardEvent) => {
    const step = ownValue(keySteps, event.key);
    const to = event.key === "Home" ? 0 : event.key === "End" ? seconds : step === undefined ? null : at + step;
    if (to === null) return;
    event.preventDefault();
    seek(to);
  };
  const viewBox = `0 0 ${waveWidth} ${waveHeight}`;
  return (
    <div
      className={classes["wave"]}
      role="slider"
      tabIndex={0}
      aria-label="Position"
      aria-valuemin={0}
      aria-valuemax={seconds}
      aria-valuenow={Math.floor(at)}
      aria-valuetext={`${clockOf(at)} of ${clockOf(seconds)}`}
      onClick={click}
      onKeyDown={press}
    >
      <svg viewBox={viewBox} preserveAspectRatio="none" aria-hidden="true">
        <path d={path} />
      </svg>
      <svg
        viewBox={viewBox}
        preserveAspectRatio="none"
        aria-hidden="true"
        className={classes["played"]}
        style={{ clipPath: `inset(0 ${100 - share * 100}% 0 0)` }}
      >
        <path d={path} />
      </svg>
      {at > 0 ? <span className={classes["head"]} style={{ left: `${share * 100}%` }} /> : null}
    </div>
  );
}
