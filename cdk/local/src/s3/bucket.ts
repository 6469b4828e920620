/** A bucket as the template describes it. */
export interface Bucket {
  name: string;
  cors: CorsRule[];
  lifecycle: LifecycleRule[];
}

/** One rule of `CorsConfiguration`; the first that matches a request counts. */
export interface CorsRule {
  /** Each may hold one `*`. */
  allowedOrigins: string[];
  allowedMethods: string[];
  /** Each may hold one `*`. */
  allowedHeaders: string[];
  exposedHeaders: string[];
  maxAgeSeconds?: number | undefined;
}

/** One rule of `LifecycleConfiguration`: what begins with `prefix` is deleted at that age. */
export interface LifecycleRule {
  prefix: string;
  expirationDays: number;
}
