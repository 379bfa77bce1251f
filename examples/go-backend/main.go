// A whole integration: creates users, mints their tokens, serves the JWKS, receives webhooks and catches up.
package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"os"
	"strings"
	"time"

	"example.com/counterfoil"
)

func onRedemption(_ context.Context, _ counterfoil.Event, redeemed counterfoil.RedemptionCreated) error {
	fmt.Println(redeemed.ExternalUserID, "redeemed", counterfoil.PlainTitle(redeemed.VoucherTitle))
	return nil
}

func main() {
	url, secrets := os.Getenv("COUNTERFOIL_URL"), strings.Split(os.Getenv("SECRETS"), ",")
	client := counterfoil.Must(counterfoil.New(url, os.Getenv("SLUG"), secrets...))
	key := counterfoil.Must(os.ReadFile(os.Getenv("PRIVATE_KEY")))
	tokens := counterfoil.Must(counterfoil.NewTokens(os.Getenv("ISSUER"), "", key))

	store := &counterfoil.MemoryStore{} // Use your database instead: this one is empty after a restart.
	handle := counterfoil.Once(store, counterfoil.Handlers{RedemptionCreated: onRedemption}.Handle)
	counterfoil.Must(client.CatchUp(context.Background(), "", handle, store.Add)) // Pass the id of the last handled event.

	http.Handle("/hooks", client.Webhooks.Handler(handle))
	http.Handle("/jwks.json", tokens)
	http.HandleFunc("/vouchers", func(w http.ResponseWriter, r *http.Request) {
		user := r.Header.Get("x-user") // Take the user from your session instead.
		if _, err := client.UpsertUser(r.Context(), counterfoil.User{ExternalUserID: user}); err != nil {
			log.Print(err)
			http.Error(w, "try again later", http.StatusBadGateway)
			return
		}
		fmt.Fprint(w, url, "/app/#token=", tokens.Mint(counterfoil.TokenUser{ExternalUserID: user}, time.Hour))
	})
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil))
}
