import java.io.BufferedReader;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.concurrent.SynchronousQueue;
import java.util.logging.LogManager;
import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.pdfa.flavours.PDFAFlavour;

/**
 * Validates PDFs for the process that started it. A request is one line on standard input, of three parts with tabs
 * between them: flavours as veraPDF names them, separated by commas; the password of the file in base64, empty for none;
 * the path of the file. The response is one line of JSON on standard output. The process ends with its input.
 */
final class ConformanceServer {
  /** Bytes. veraPDF walks nested objects recursively. What exceeds this is reported as too complex. */
  private static final long STACK_SIZE = 64L * 1024 * 1024;

  private static final SynchronousQueue<String> requests = new SynchronousQueue<>();

  private ConformanceServer() {}

  public static void main(String[] arguments) throws Exception {
    LogManager.getLogManager().reset();
    OutputStream responses = new FileOutputStream(FileDescriptor.out);
    // Nothing else may write between responses.
    System.setOut(System.err);
    VeraGreenfieldFoundryProvider.initialise();
    Thread worker = new Thread(null, () -> serve(responses), "validation", STACK_SIZE);
    worker.setDaemon(true);
    worker.start();
    responses.write("{\"outcome\":\"ready\"}\n".getBytes(StandardCharsets.UTF_8));
    BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = input.readLine(); line != null; line = input.readLine()) requests.put(line);
    // The parent has gone, or ends this process. A training run has to finish the work it was given.
    if (Boolean.getBoolean("training")) requests.put("");
    else Runtime.getRuntime().halt(0);
    worker.join();
  }

  private static void serve(OutputStream responses) {
    try {
      for (String request = requests.take(); !request.isEmpty(); request = requests.take()) {
        responses.write((respond(request) + "\n").getBytes(StandardCharsets.UTF_8));
      }
    } catch (IOException | InterruptedException ended) {
      Runtime.getRuntime().halt(1);
    }
  }

  private static String respond(String request) {
    String[] parts = request.split("\t", 3);
    String[] flavours = parts[0].split(",");
    String password = new String(Base64.getDecoder().decode(parts[1]), StandardCharsets.UTF_8);
    File file = new File(parts[2]);
    StringBuilder results = new StringBuilder();
    try {
      for (String name : flavours) {
        PDFAFlavour flavour = PDFAFlavour.byFlavourId(name);
        if (flavour == PDFAFlavour.NO_FLAVOUR) return outcome("unknown-flavour");
        if (results.length() > 0) results.append(',');
        results.append(Validation.run(file, flavour, password.isEmpty() ? null : password));
      }
      return "{\"outcome\":\"validated\",\"results\":[" + results + "]}";
    } catch (StackOverflowError | ArithmeticException tooComplex) {
      return outcome("too-complex");
    } catch (org.verapdf.core.EncryptedPdfException encrypted) {
      return outcome("encrypted");
    } catch (org.verapdf.core.VeraPDFException | RuntimeException unreadable) {
      return "{\"outcome\":\"unreadable\",\"reason\":" + Json.text(String.valueOf(unreadable)) + "}";
    }
  }

  private static String outcome(String name) {
    return "{\"outcome\":\"" + name + "\"}";
  }
}
