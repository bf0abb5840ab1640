"use client";

// What every page stands in brings it along: by itself it would bring buttons and icons a second time, 3 KB of every page.
export { PageError as default } from "@/components/providers";
