/** How long after the deadline in its message the reply of another function may arrive. */
export const replyMilliseconds = 700;
