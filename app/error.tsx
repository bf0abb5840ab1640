"use client";

// Re-exported from the providers, which every page loads. A separate module would load buttons and icons a second time (3 KB per
// page).
export { PageError as default } from "@/components/providers";
