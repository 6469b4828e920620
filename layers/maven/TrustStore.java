import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;

/** Writes the certificates of a PEM file into a new key store, the only form in which Java takes them. */
class TrustStore {
  public static void main(String[] files) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    try (FileInputStream pem = new FileInputStream(files[0]);
        FileOutputStream target = new FileOutputStream(files[1])) {
      int count = 0;
      for (Certificate one : CertificateFactory.getInstance("X.509").generateCertificates(pem)) {
        store.setCertificateEntry("certificate-" + (count += 1), one);
      }
      // Without a password, which only hides what is public.
      store.store(target, null);
    }
  }
}
