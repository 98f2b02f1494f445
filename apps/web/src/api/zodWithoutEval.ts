import { z } from "zod";

// the content policy forbids code made from text, which zod would try once; imported before any schema is used
z.config({ jitless: true });
